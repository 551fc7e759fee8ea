"""What a spreadsheet program said of a call that failed, as one line for a message."""

from __future__ import annotations

__all__ = ["BUSY", "BUSY_NUMBERS", "reason_of"]

_MOST_TEXT = 200
BUSY = "Excel is busy: press Enter in the cell that is being edited, and close open dialogs"
BUSY_NUMBERS = frozenset([-2147418111, -2147417846, -2146777998])
"""``RPC_E_CALL_REJECTED``, ``RPC_E_SERVERCALL_RETRYLATER``, and 0x800AC472: a cell is being edited."""


def reason_of(error: Exception) -> str:
    """Return what Excel or Calc said of a call that failed, without the numbers of COM.

    >>> reason_of(OSError("The sheet is protected.\\nline 2")), reason_of(KeyError())
    ('The sheet is protected', 'KeyError')
    """
    if _is_busy(error):
        return BUSY
    text = _text_of(error).strip()
    if not text:
        return type(error).__name__
    first_line = text.splitlines()[0]
    return first_line[:_MOST_TEXT].rstrip(". ")


def _text_of(error: Exception) -> str:
    """Return the whole text of an error."""
    details = getattr(error, "excepinfo", None)
    if details:  # by pywin32: a number, the program, its text, ...
        _, _, text, *_ = details
        if text:
            return str(text)
    message = getattr(error, "Message", "") or getattr(error, "strerror", "")
    if message:  # by UNO, or by pywin32 where the program says nothing
        return str(message)
    return str(error)


def _is_busy(error: Exception) -> bool:
    """Tell whether Excel refused a call because it is busy with a person.

    Its number stands in the error itself, or last among its details. Where even the names of
    properties are refused, pywin32 takes the property for one that does not exist.
    """
    excel_object = getattr(getattr(error, "obj", None), "_oleobj_", None)
    if excel_object is not None and isinstance(error, AttributeError):
        try:
            excel_object.GetIDsOfNames(0, error.name)
        except Exception as cause:  # noqa: BLE001 - what COM raises has many types
            error = cause
    details = getattr(error, "excepinfo", None) or (None,)
    numbers = {getattr(error, "hresult", None), details[-1]}
    return not numbers.isdisjoint(BUSY_NUMBERS)

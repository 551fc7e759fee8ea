"""What a spreadsheet program said of a call that failed, as one line for a message."""

from __future__ import annotations

__all__ = ["reason_of"]

_MOST_TEXT = 200


def reason_of(error: Exception) -> str:
    """Return what Excel or Calc said of a call that failed, without the numbers of COM.

    >>> reason_of(OSError("The sheet is protected.\\nline 2")), reason_of(KeyError())
    ('The sheet is protected', 'KeyError')
    """
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
    message = getattr(error, "Message", "")
    if message:  # by UNO
        return str(message)
    return str(error)

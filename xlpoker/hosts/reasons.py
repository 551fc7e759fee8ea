"""What a spreadsheet program said of a call that failed, as one line for a message."""

from __future__ import annotations

__all__ = ["reason_of"]


def reason_of(error: Exception) -> str:
    """Return what Excel or Calc said of a call that failed, without the numbers of COM.

    >>> reason_of(OSError("The sheet is protected.\\nline 2")), reason_of(KeyError())
    ('The sheet is protected', 'KeyError')
    """
    details = getattr(error, "excepinfo", None)  # of pywin32
    if details and len(details) > 2 and details[2]:
        return str(details[2]).rstrip(". ")
    text = str(getattr(error, "Message", "") or error).strip()  # UNO's own text
    if not text:
        return type(error).__name__
    return text.splitlines()[0][:200].rstrip(". ")

"""What a spreadsheet program said of a call that failed, as one line for a message."""

from __future__ import annotations

__all__ = ["reason_of"]

_DESCRIPTION = 2
"""Where the text is in ``excepinfo`` of pywin32."""
_MOST_LETTERS = 200


def reason_of(error: Exception) -> str:
    """Return what Excel or Calc said of a call that failed, without the numbers of COM.

    >>> reason_of(OSError("The sheet is protected.\\nline 2")), reason_of(KeyError())
    ('The sheet is protected', 'KeyError')
    """
    details = getattr(error, "excepinfo", None) or ()
    if len(details) > _DESCRIPTION and details[_DESCRIPTION]:
        description = str(details[_DESCRIPTION])
        return description.rstrip(". ")
    message = getattr(error, "Message", "")  # UNO's own text
    text = str(message or error).strip()
    if not text:
        return type(error).__name__
    first_line = text.splitlines()[0]
    return first_line[:_MOST_LETTERS].rstrip(". ")

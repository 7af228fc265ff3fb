/**
 * Stands between the values of a column that goes to the server as one text, which it splits (`chr(31)` in SQL): an
 * array literal would be escaped here and unescaped there. JSON escapes it, as every control character.
 */
export const COLUMN_SEPARATOR = '\u001f';

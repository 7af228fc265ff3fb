/**
 * Separates the values of a column that goes to the server as one text, which the server splits (`chr(31)` in SQL): an
 * array literal would have to be escaped here and unescaped there. JSON escapes it, as every control character.
 */
export const COLUMN_SEPARATOR = '\u001f';

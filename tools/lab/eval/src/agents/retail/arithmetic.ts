import { refuse } from './refusal';

const TOKEN = /\s*(\d+(?:\.\d+)?|[-+*/()])/y;

/** The value of an expression of numbers, `+ - * /` and parentheses, to two places. */
export function calculated(expression: string): string {
  const tokens = tokensOf(expression);
  const value = sum(tokens);
  if (tokens.length > 0 || !Number.isFinite(value)) refuse('badExpression');
  const rounded = Math.round(value * 100) / 100;
  return Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
}

/** In the order in which they are taken off the end. */
function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  const text = expression.trimEnd();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) refuse('badExpression');
    tokens.unshift(token);
  }
  return tokens;
}

function sum(tokens: string[]): number {
  let value = product(tokens);
  while (tokens.at(-1) === '+' || tokens.at(-1) === '-')
    value = tokens.pop() === '+' ? value + product(tokens) : value - product(tokens);
  return value;
}

function product(tokens: string[]): number {
  let value = factor(tokens);
  while (tokens.at(-1) === '*' || tokens.at(-1) === '/')
    value = tokens.pop() === '*' ? value * factor(tokens) : value / factor(tokens);
  return value;
}

function factor(tokens: string[]): number {
  const token = tokens.pop();
  if (token === '-') return -factor(tokens);
  if (token !== '(') return Number(token ?? NaN);
  const value = sum(tokens);
  return tokens.pop() === ')' ? value : refuse('badExpression');
}

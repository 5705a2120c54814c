/** As the catalogue shows a default's expression: in brackets, a number in two pairs of them. */
export function shownDefault(expression: string): string {
  let inner = expression.trim();
  while (isBracketed(inner)) inner = inner.slice(1, -1).trim();
  return /^[+-]?\d+(\.\d*)?$/.test(inner) ? `((${inner}))` : `(${inner})`;
}

export function shownExpression(expression: string): string {
  const inner = expression.trim();
  return isBracketed(inner) ? inner : `(${inner})`;
}

/** Whether one pair of brackets holds the whole text. */
function isBracketed(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "'") quoted = !quoted;
    else if (!quoted && character === '(') depth += 1;
    else if (!quoted && character === ')') depth -= 1;
    if (depth === 0 && at < text.length - 1) return false;
  }
  return depth === 0;
}

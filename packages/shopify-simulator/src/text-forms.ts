/** The scalar `Money` has two decimals; `MoneyV2.amount` drops trailing zeros down to one. */
export function decimalText(money: string): string {
  return money.endsWith('0') && money.charAt(money.length - 3) === '.' ? money.slice(0, -1) : money;
}

/** GraphQL dates: whole seconds, UTC. */
export function dateTimeText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

export function globalId(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`;
}

/** Null for anything but `gid://shopify/{type}/{number}`. */
export function parseGlobalId(gid: string): { type: string; id: number } | null {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d+)$/.exec(gid);
  return match?.[1] === undefined ? null : { type: match[1], id: Number(match[2]) };
}

/** Which plans are shown, in the URL. */
export type InboxAddress = {
  state?: 'decided' | undefined;
  mine?: true | undefined;
  page?: number | undefined;
};

/** Parses the URL; ignores unknown parts. */
export function parseInboxAddress(raw: Readonly<Record<string, unknown>>): InboxAddress {
  const page = Number(raw.page);
  return {
    state: raw.state === 'decided' ? 'decided' : undefined,
    mine: String(raw.mine) === 'true' ? true : undefined,
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  };
}

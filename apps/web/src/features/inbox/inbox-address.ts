/** Which plans are shown, as the address has it. */
export type InboxAddress = {
  state?: 'decided' | undefined;
  mine?: true | undefined;
  page?: number | undefined;
};

/** Reads the address; unknown parts are ignored. */
export function parseInboxAddress(raw: Readonly<Record<string, unknown>>): InboxAddress {
  const page = Number(raw.page);
  return {
    state: raw.state === 'decided' ? 'decided' : undefined,
    mine: String(raw.mine) === 'true' ? true : undefined,
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  };
}

/** Which plans are shown, as it stands in the address. */
export type InboxAddress = {
  state?: 'decided' | undefined;
  mine?: true | undefined;
  page?: number | undefined;
};

/** Reads what stands in the address, whoever wrote it: what is unknown is as if it were not there. */
export function parseInboxAddress(raw: Readonly<Record<string, unknown>>): InboxAddress {
  const page = Number(raw.page);
  return {
    state: raw.state === 'decided' ? 'decided' : undefined,
    mine: String(raw.mine) === 'true' ? true : undefined,
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  };
}

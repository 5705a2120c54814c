/** Adds up clicks and keys, as docs/everyday-jobs.md counts them; what only the person knows counts one. */
export function countEffort() {
  let sum = 0;
  const act = async (effort: number, act: () => Promise<void>) => {
    sum += effort;
    await act();
  };
  return Object.assign(act, { total: () => sum });
}

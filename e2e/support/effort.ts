/** Counts clicks and keys like docs/everyday-jobs.md; input that only the person knows counts as one. */
export function countEffort() {
  let sum = 0;
  const act = async (effort: number, act: () => Promise<unknown>) => {
    sum += effort;
    await act();
  };
  return Object.assign(act, { total: () => sum });
}

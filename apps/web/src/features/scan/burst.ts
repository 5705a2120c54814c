/** Milliseconds between two keys of a scanner at most. A person's fingers are slower over a whole code. */
const GAP = 100;
/** After a key, nothing begins for so long: a scan that stumbled on the way would be a shorter code. */
const REST = 400;
/** Characters: fewer than this may be a person after all. */
const SHORTEST = 6;

/** Tells what a hand scanner types from what a person does: a code in one burst, ended by Enter. */
export function createBurst() {
  let text: string | null = null;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** Takes one key and when it came, in milliseconds: whether it begins a burst, and the code that it ends. */
    take(key: string, at: number): { begins: boolean; code: string | null } {
      if (key === 'Shift') return { begins: false, code: null };
      const pause = at - last;
      last = at;
      if (key === 'Enter') {
        const code = text !== null && pause <= GAP && isCode(text) ? text : null;
        text = null;
        last = Number.NEGATIVE_INFINITY;
        return { begins: false, code };
      }
      const begins = pause >= REST && key.length === 1;
      if (begins) text = key;
      else text = text !== null && pause <= GAP && key.length === 1 ? text + key : null;
      return { begins, code: null };
    },
  };
}

/** Nobody's word, however fast it was typed. */
const isCode = (text: string): boolean => text.length >= SHORTEST && /\d/.test(text);

/** Milliseconds between two keys of a scanner at most. A person's fingers are slower over a whole code. */
const GAP = 100;
/** After a key, nothing begins for so long: a scan that stumbled on the way would be a shorter code. */
const REST = 400;
/** Characters: fewer than this may be a person after all. */
const SHORTEST = 6;

/** Ends a code, as the scanner is set up. */
const ENDS = ['Enter', 'Tab'];
/** What a scanner may send first: the kind of the barcode (ISO/IEC 15424). */
const KIND = /^\][A-Za-z]\w/;
/** Of a code that holds more than the trade item number (GS1 General Specifications, 5.1.2), that alone. */
const GS1_ITEM = /^\](?:C1|e0|d2|Q3|J1)01(\d{14})/;

/** Tells what a hand scanner types from what a person does: a code in one burst, ended by Enter or Tab. */
export function createBurst() {
  let text: string | null = null;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** Takes one key and when it came, in milliseconds: whether it begins a burst, and the code that it ends. */
    take(key: string, at: number): { begins: boolean; code: string | null } {
      if (key === 'Shift') return { begins: false, code: null };
      const pause = at - last;
      last = at;
      if (ENDS.includes(key)) {
        const typed = text !== null && pause <= GAP ? codeIn(text) : '';
        const code = isCode(typed) ? typed : null;
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

const codeIn = (text: string): string => GS1_ITEM.exec(text)?.[1] ?? text.replace(KIND, '');

/** Nobody's word, however fast it was typed. */
const isCode = (text: string): boolean => text.length >= SHORTEST && /\d/.test(text);

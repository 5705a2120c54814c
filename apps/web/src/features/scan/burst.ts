/** Maximum milliseconds between two keys of a scanner. People type a whole code more slowly. */
const GAP = 100;
/** No burst starts this soon after a key: an interrupted scan would yield a shorter code. */
const REST = 400;
/** Minimum characters: fewer may be typed by a person. */
const SHORTEST = 6;

/** Terminators, depending on the scanner's setup. */
const ENDS = ['Enter', 'Tab'];
/** Optional symbology prefix of a scanner (ISO/IEC 15424). */
const KIND = /^\][A-Za-z]\w/;
/** If a code holds more than the trade item number (GS1 General Specifications, 5.1.2), extracts that. */
const GS1_ITEM = /^\](?:C1|e0|d2|Q3|J1)01(\d{14})/;

/** Detects hand scanners by typing speed: a code in one burst, ended by Enter or Tab. */
export function createBurst() {
  let text: string | null = null;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** Takes a key and its time in milliseconds; returns whether it starts a burst, and the code it ends. */
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

/** Not a typed word, however fast. */
const isCode = (text: string): boolean => text.length >= SHORTEST && /\d/.test(text);

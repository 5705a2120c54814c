import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import type { BannerTone } from '../../components/feedback/banner.tsx';
import { createListeners } from '../../lib/browser/listeners.ts';
import type { SaveWait } from '../bulk-updates/api/follow-bulk-update.ts';
import { type Note, notesOf } from './field-notes.ts';
import { type Field, type FieldKey, keyOf, type Owner } from './fields.ts';
import { createDraft, type ProductDraft, textIn, typeText } from './product-draft.ts';

type Saving = {
  readonly done: number;
  readonly total: number;
  readonly wait: SaveWait | null;
};

/** The result of the last save. */
export type SaveResult = {
  readonly tone: BannerTone;
  readonly title: string;
  readonly detail?: string;
  readonly batchId: string | null;
};

export type EditorState = {
  readonly draft: ProductDraft;
  /** Fields that were edited and left. */
  readonly left: ReadonlySet<FieldKey>;
  readonly saving: Saving | null;
  readonly result: SaveResult | null;
};

/** The appearance of a field. */
export type FieldStatus = 'plain' | 'changed' | 'saved' | 'warning' | 'danger';

export type EditorStore = ReturnType<typeof createEditorStore>;

const NO_NOTES: readonly Note[] = [];

/** The state of one editor, outside of React: of 2,000 variants only the edited one renders. */
export function createEditorStore(product: ProductDetail) {
  let state: EditorState = { draft: createDraft(product), left: new Set(), saving: null, result: null };
  const listeners = createListeners();
  let notes: { of: EditorState; byOwner: ReadonlyMap<Owner, Note[]> } | null = null;

  function set(part: Partial<EditorState>): void {
    state = { ...state, ...part };
    listeners.notify();
  }

  function allNotes(): ReadonlyMap<Owner, Note[]> {
    if (notes?.of.draft !== state.draft || notes.of.left !== state.left) {
      const before = notes?.byOwner;
      const byOwner = new Map(notesOf(state.draft, state.left));
      for (const [owner, now] of byOwner) {
        const same = before?.get(owner);
        if (same && JSON.stringify(same) === JSON.stringify(now)) byOwner.set(owner, same);
      }
      notes = { of: state, byOwner };
    }
    return notes.byOwner;
  }

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    set,
    edit: (change: (draft: ProductDraft) => ProductDraft) => set({ draft: change(state.draft) }),
    text: (field: Field) => textIn(state.draft, field),
    type: (field: Field, text: string) => set({ draft: typeText(state.draft, field, text) }),
    leave(field: Field) {
      const key = keyOf(field);
      if (state.draft.typed.has(key) && !state.left.has(key)) set({ left: new Set([...state.left, key]) });
    },
    /** Saving validates every value, including the focused one. */
    leaveAll: () => set({ left: new Set(state.draft.typed.keys()) }),
    notes: (owner: Owner): readonly Note[] => allNotes().get(owner) ?? NO_NOTES,
    status(field: Field): FieldStatus {
      const key = keyOf(field);
      const note = (allNotes().get(field.owner) ?? NO_NOTES).find(
        (each) => 'key' in each && each.key === key,
      );
      if (note?.kind === 'invalid' || note?.kind === 'refused') return 'danger';
      if (note) return 'warning';
      if (state.draft.typed.has(key)) return 'changed';
      return state.draft.saved.has(key) ? 'saved' : 'plain';
    },
  };
}

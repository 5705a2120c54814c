import { createContext, use, useSyncExternalStore } from 'react';
import type { EditorState, EditorStore, FieldStatus } from '../editor-store.ts';
import type { Note } from '../field-notes.ts';
import type { Field, Owner } from '../fields.ts';

const EditorContext = createContext<EditorStore | null>(null);

export const EditorProvider = EditorContext.Provider;

export function useEditor(): EditorStore {
  const store = use(EditorContext);
  if (!store) throw new Error('useEditor needs an EditorProvider above it.');
  return store;
}

/** Re-renders when the selected part of the editor's state changes. */
function useOfEditor<Value>(choose: (store: EditorStore) => Value): Value {
  const store = useEditor();
  return useSyncExternalStore(store.subscribe, () => choose(store));
}

export const useEditorState = (): EditorState => useOfEditor((store) => store.state());
export const useFieldText = (field: Field): string => useOfEditor((store) => store.text(field));
export const useFieldStatus = (field: Field): FieldStatus => useOfEditor((store) => store.status(field));
export const useNotes = (owner: Owner): readonly Note[] => useOfEditor((store) => store.notes(owner));
export const useIsSaving = (): boolean => useOfEditor((store) => store.state().saving !== null);

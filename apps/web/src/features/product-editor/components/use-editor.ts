import { createContext, use, useSyncExternalStore } from 'react';
import type { EditorState, EditorStore, FieldStatus } from '../editor-store.ts';
import type { Field, Owner } from '../fields.ts';
import type { Note } from '../notes.ts';

const EditorContext = createContext<EditorStore | null>(null);

export const EditorProvider = EditorContext.Provider;

export function useEditor(): EditorStore {
  const store = use(EditorContext);
  if (!store) throw new Error('useEditor needs an EditorProvider above it.');
  return store;
}

export function useEditorState(): EditorState {
  const store = useEditor();
  return useSyncExternalStore(store.subscribe, store.state);
}

export function useFieldText(field: Field): string {
  const store = useEditor();
  return useSyncExternalStore(store.subscribe, () => store.text(field));
}

export function useFieldStatus(field: Field): FieldStatus {
  const store = useEditor();
  return useSyncExternalStore(store.subscribe, () => store.status(field));
}

export function useNotes(owner: Owner): readonly Note[] {
  const store = useEditor();
  return useSyncExternalStore(store.subscribe, () => store.notes(owner));
}

export function useIsSaving(): boolean {
  const store = useEditor();
  return useSyncExternalStore(store.subscribe, () => store.state().saving !== null);
}

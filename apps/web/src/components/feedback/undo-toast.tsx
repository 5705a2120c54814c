import { Button } from '@mantine/core';
import { describeRefusal } from '../../lib/api/describe-error.ts';
import { hideToast, showToast } from './toast.ts';

/** Milliseconds to think better of it. */
const UNDO_MS = 15_000;

type Done = {
  /** Of what was done: once more done, it is offered once. */
  readonly id: string;
  readonly title: string;
  readonly onUndo: () => void;
};

/** Says what was done, with the way back. */
export function offerUndo({ id, title, onUndo }: Done): void {
  void showToast({ id, title, message: <Undo id={id} onUndo={onUndo} />, autoClose: UNDO_MS });
}

/** Says why it was not taken back, until somebody has read it. */
export function offerUndoAgain({ id, title, onUndo }: Done, error: Error): void {
  const message = (
    <>
      {describeRefusal(error)} <Undo id={id} onUndo={onUndo} />
    </>
  );
  void showToast({ id, color: 'red', title, message, autoClose: false });
}

function Undo({ id, onUndo }: Pick<Done, 'id' | 'onUndo'>) {
  const undo = () => {
    void hideToast(id);
    onUndo();
  };
  return (
    <Button variant="light" size="compact-sm" onClick={undo}>
      Undo
    </Button>
  );
}

import { Button } from '@mantine/core';
import { describeRefusal } from '../../lib/api/describe-error.ts';
import { hideToast, showToast } from './toast.ts';

/** Milliseconds during which undo is offered. */
const UNDO_MS = 15_000;

type Done = {
  /** Id of the action; repeating the action replaces its toast. */
  readonly id: string;
  readonly title: string;
  readonly onUndo: () => void;
};

/** Reports what was done and offers to undo it. */
export function offerUndo({ id, title, onUndo }: Done): void {
  void showToast({ id, title, message: <Undo id={id} onUndo={onUndo} />, autoClose: UNDO_MS });
}

/** Reports why undo failed; stays until dismissed. */
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

import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Closes it when the test that opened it has ended: opened outside of a test, when those of the file have. */
export function closedAtEnd<Opened extends { close(): unknown }>(opened: Opened): Opened {
  const atEnd = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  atEnd(async () => void (await opened.close()));
  return opened;
}

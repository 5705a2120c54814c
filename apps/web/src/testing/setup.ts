import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach } from 'vitest';

/** Polling is frequent and printing a page is slow, so it is printed only when read. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  // Show the test's own code frame.
  Error.captureStackTrace(error, elementError);
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => `${message ?? ''}\n\n${prettyDOM(container) || ''}`,
  });
}

configure({
  // Generous, for a busy machine.
  asyncUtilTimeout: 15_000,
  getElementError: elementError,
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// Browser APIs that Mantine needs and jsdom lacks.
window.matchMedia ??= (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
Element.prototype.scrollIntoView ??= () => undefined;

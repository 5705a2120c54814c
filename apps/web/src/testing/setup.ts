import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach } from 'vitest';

/** Waiting looks many times, and printing a page takes long: it is printed when it is read. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  // The code that is shown is that of the test.
  Error.captureStackTrace(error, elementError);
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => `${message ?? ''}\n\n${prettyDOM(container) || ''}`,
  });
}

configure({
  // Far more than an element should take to appear, for a machine that is busy.
  asyncUtilTimeout: 15_000,
  getElementError: elementError,
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// What Mantine asks of a browser and jsdom lacks.
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

import type { Plugin } from 'vite';

/** The letters that every screen begins with. */
const FONT = /inter-latin-wght-normal[^/]*\.woff2$/;

/** Preloads the font with the page; found only in the style sheet, it would load late and shift the layout. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((name) => FONT.test(name));
        return fonts.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
          injectTo: 'head',
        }));
      },
    },
  };
}

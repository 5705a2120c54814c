import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';

const drawn = (html: string) => render(<RichText html={html} />).container.firstElementChild?.innerHTML;

it.each([
  [
    '<p onclick="x()" style="color:red" class="y">Of <b>clay</b><br>& tin</p>',
    '<p>Of <b>clay</b><br>&amp; tin</p>',
  ],
  ['<h1>Care</h1><ul><li>Wash</ul>', '<h3>Care</h3><ul><li>Wash</li></ul>'],
  ['<table> <tr><td>1</table>', '<table><tbody><tr><td>1</td></tr></tbody></table>'],
  ['<script>alert(1)</script>a<style>b{}</style><svg onload=alert(1)><p>c', 'a<p>c</p>'],
  ['<a href="javascript:alert(1)">x</a><a href=" JaVaScRiPt:alert(1)">y</a>', '<u>x</u><u>y</u>'],
  ['<a href="/pages/care">care</a>', '<u>care</u>'],
  ['<img src=x onerror=alert(1)><img src="data:text/html,x" alt="A cup">', null],
  [
    '<marquee>m</marquee><form action="/x"><input value="1">f</form>',
    '<span>m</span><span><span></span>f</span>',
  ],
])('draws %s without what could act', (html, expected) => {
  const shown = drawn(html);
  if (expected !== null) expect(shown).toBe(expected);
  expect(shown).not.toMatch(/\son\w+=|javascript:|data:|style=|<(script|style|svg|iframe|form|input)/i);
});

it('opens links beside the screen, and loads pictures small and late', () => {
  const { container } = render(
    <RichText html='<a href="https://mill.example">Mill</a><img src="//cdn.shopify.com/a.png" alt="A cup">' />,
  );
  expect(container.querySelector('a')).toMatchObject({ target: '_blank', rel: 'noreferrer nofollow' });
  const picture = container.querySelector('img');
  expect([picture?.src, picture?.getAttribute('loading'), picture?.alt]).toEqual([
    'https://cdn.shopify.com/a.png?width=640',
    'lazy',
    'Image: A cup',
  ]);
});

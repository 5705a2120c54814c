import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Picture } from './picture.tsx';

const URL_OF_CAP = 'https://cdn.shopify.com/s/files/1/0001/files/cap.png?v=1785120513';
const imageIn = (container: HTMLElement) => container.querySelector('img');

it('is loaded late, from the place of the source, in the size that is shown, without saying where', () => {
  const { container } = render(<Picture url={URL_OF_CAP} size={40} />);
  expect(
    Object.fromEntries([...(imageIn(container)?.attributes ?? [])].map(({ name, value }) => [name, value])),
  ).toEqual({
    src: `${URL_OF_CAP}&width=40`,
    srcset: `${URL_OF_CAP}&width=40 1x, ${URL_OF_CAP}&width=80 2x`,
    alt: '',
    width: '40',
    height: '40',
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  });
});

it('gives way where it cannot be loaded, and comes back with another address', () => {
  const { container, rerender } = render(<Picture url={URL_OF_CAP} size={40} />);
  const image = imageIn(container);
  if (image) fireEvent.error(image);
  expect(image?.hidden).toBe(true);
  rerender(<Picture url={`${URL_OF_CAP}1`} size={40} />);
  expect(imageIn(container)?.hidden).toBe(false);
  rerender(<Picture url={undefined} size={40} />);
  expect(imageIn(container)).toBeNull();
});

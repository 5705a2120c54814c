import type { CSSProperties } from 'react';
import classes from './picture.module.css';
import { pictureAddress } from './picture-address.ts';

type Props = {
  url: string | undefined;
  /** The sides of its box at most, in pixels; the style sheet may make it smaller. */
  size: number;
  /** Nothing where the words beside it say what it shows. */
  alt?: string;
  /** For screens where it is seen at once. */
  eager?: boolean;
};

/** A picture in a square box that has its size before it is there, and is as quiet where there is none. */
export function Picture({ url, size, alt = '', eager = false }: Props) {
  const style: CSSProperties & { '--size': string } = { '--size': `${size / 16}rem` };
  return (
    <span className={classes.box} style={style}>
      {url && (
        <img
          key={url}
          src={pictureAddress(url, size)}
          srcSet={`${pictureAddress(url, size)} 1x, ${pictureAddress(url, 2 * size)} 2x`}
          alt={alt}
          width={size}
          height={size}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}

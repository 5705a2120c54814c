import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './store-card.module.css';

const cards = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The shape of the cards while the list loads. */
export function StoreCardSkeletons() {
  return (
    <>
      <VisuallyHidden role="status">Loading stores</VisuallyHidden>
      {cards.map((card) => (
        <div key={card} className={classes.card} aria-hidden>
          <Skeleton height={18} width="55%" />
          <Skeleton height={12} width="40%" mt={8} />
          <Skeleton height={20} width="100%" mt={28} />
          <Skeleton height={20} width="70%" mt={16} />
          <Skeleton height={30} mt={18} />
        </div>
      ))}
    </>
  );
}

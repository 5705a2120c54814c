import { ActionIcon, Button, TextInput } from '@mantine/core';
import { ALT_MAX_LENGTH } from '@storefleet/contract/attributes/images';
import type { ProductDetail, ProductImage } from '@storefleet/contract/catalogue/products/products';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Panel } from '../../../components/panel.tsx';
import { Picture } from '../../../components/picture/picture.tsx';
import { usePermission } from '../../auth/use-permission.ts';
import { useImageEdit } from '../use-image-edit.ts';
import { EditForm } from './edit-form.tsx';
import classes from './product-images.module.css';

/** All images, videos and models of a product, where they are read: seen, described and put in order. */
export function ProductImages({ product, isPast }: { product: ProductDetail; isPast: boolean }) {
  const edit = useImageEdit(product);
  const withheld = usePermission('products.bulkUpdate');
  const { images = [] } = product;
  if (images.length === 0) return null;
  return (
    <Panel
      title="Images"
      actions={
        edit.edited === null &&
        !isPast && (
          <Button
            variant="default"
            size="xs"
            disabled={withheld !== null}
            title={withheld ?? undefined}
            onClick={edit.open}
          >
            Edit images
          </Button>
        )
      }
    >
      {edit.edited === null ? <Gallery images={images} /> : <Editor edit={edit} images={edit.edited} />}
    </Panel>
  );
}

const TYPE_WORDS = { image: 'Image', video: 'Video', model: '3D model', other: 'File' } as const;
const nameOf = ({ type }: ProductImage, place: number) => `${TYPE_WORDS[type]} ${place + 1}`;

function Gallery({ images }: { images: readonly ProductImage[] }) {
  return (
    <ul className={classes.gallery} aria-label="Images">
      {images.map((image, place) => (
        <li key={image.id}>
          <Picture url={image.url ?? undefined} size={112} alt={nameOf(image, place)} />
          <span className={classes.text} data-missing={image.alt === '' || undefined}>
            {image.type !== 'image' && `${TYPE_WORDS[image.type]} · `}
            {image.alt || 'No alt text'}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Edit = ReturnType<typeof useImageEdit>;

function Editor({ edit, images }: { edit: Edit; images: readonly ProductImage[] }) {
  return (
    <EditForm edit={edit} what="images" isEditing onEdit={null}>
      <ol className={classes.editor} aria-label="Images in order">
        {images.map((image, place) => (
          <li key={image.id}>
            <Picture url={image.url ?? undefined} size={48} />
            <TextInput
              size="xs"
              aria-label={`Alt text of ${nameOf(image, place).toLowerCase()}`}
              placeholder="What it shows"
              maxLength={ALT_MAX_LENGTH}
              value={image.alt}
              disabled={edit.isSaving}
              onChange={({ currentTarget }) => edit.describe(image.id, currentTarget.value)}
            />
            <MoveButton edit={edit} place={place} by={-1} isLast={place === 0} name={nameOf(image, place)} />
            <MoveButton
              edit={edit}
              place={place}
              by={1}
              isLast={place === images.length - 1}
              name={nameOf(image, place)}
            />
          </li>
        ))}
      </ol>
    </EditForm>
  );
}

type MoveProps = { edit: Edit; place: number; by: 1 | -1; isLast: boolean; name: string };

function MoveButton({ edit, place, by, isLast, name }: MoveProps) {
  const Icon = by === 1 ? IconArrowDown : IconArrowUp;
  return (
    <ActionIcon
      variant="default"
      aria-label={`Move ${name.toLowerCase()} ${by === 1 ? 'down' : 'up'}`}
      disabled={isLast || edit.isSaving}
      onClick={() => edit.move(place, by)}
    >
      <Icon size={15} aria-hidden />
    </ActionIcon>
  );
}

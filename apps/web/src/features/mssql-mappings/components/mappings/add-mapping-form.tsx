import { notifications } from '@mantine/notifications';
import { messages } from '@storefleet/contract/messages';
import { useState } from 'react';
import { useCreateMapping } from '../../api/create-mapping.ts';
import type { MappingSource } from '../../mapping-form.ts';
import { blankMapping } from '../../mapping-form.ts';
import { MappingEditor } from './mapping-editor.tsx';
import classes from './mappings-panel.module.css';

/** Adds one mapping after the other. */
export function AddMappingForm({ source, onClose }: { source: MappingSource; onClose: () => void }) {
  const creation = useCreateMapping(source.storeId);
  const [added, setAdded] = useState(0);
  return (
    <div className={classes.addForm}>
      <MappingEditor
        key={added}
        name="Add mapping"
        source={source}
        edited={null}
        initial={blankMapping}
        saveLabel="Add Mapping"
        failedTitle={messages.mappings.addFailed}
        save={creation}
        onSaved={() => {
          notifications.show({ color: 'green', message: messages.mappings.added });
          setAdded(added + 1);
        }}
        onCancel={onClose}
      />
    </div>
  );
}

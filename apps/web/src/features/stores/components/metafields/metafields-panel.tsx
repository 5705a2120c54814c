import { useState } from 'react';
import { ButtonWithReason } from '../../../../components/button-with-reason.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { MetafieldsDialog } from './metafields-dialog.tsx';

type Props = { storeId: string; readOnlyBecause: string | null };

/** Which of the shop's own attributes are read with its products. */
export function MetafieldsPanel({ storeId, readOnlyBecause }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel
      title="Metafields"
      description="Chosen metafields are read with every sync and can be shown as columns, edited, exported and imported."
    >
      <ButtonWithReason variant="default" reason={readOnlyBecause} onClick={() => setIsOpen(true)}>
        Choose metafields
      </ButtonWithReason>
      {isOpen && <MetafieldsDialog storeId={storeId} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

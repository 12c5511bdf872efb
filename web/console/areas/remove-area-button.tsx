// Button that removes an area with its price book, after a confirmation.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDraft } from './area-draft.ts';
import { bookOf } from './area-price-books.ts';

export function RemoveAreaButton({ index }: { readonly index: number }) {
  const { draft, removeArea } = useDraft();
  const [isAsking, setIsAsking] = useState(false);
  const area = draft.areas.areas[index];
  const book = area && bookOf(draft, area.slug);
  return (
    <>
      <Button look="danger-quiet" icon="trash" onClick={() => setIsAsking(true)}>
        Remove this area
      </Button>
      {isAsking && area && (
        <ConfirmDialog
          title={`Remove ${area.name}?`}
          confirm="Remove the area"
          isDangerous
          busy={false}
          onConfirm={() => {
            removeArea(index);
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        >
          {book && (
            <p>
              Its price book is removed with it: the prices of {Object.keys(book.products).join(', ')}
              {book.addons.length > 0 && ` and ${countOf(book.addons.length, 'add-on')}`}.
            </p>
          )}
          <p>Nothing changes until you save.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const countOf = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

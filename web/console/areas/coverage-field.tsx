// Coverage of an area: everywhere, or polygons on a map. The same geometry can be entered as GeoJSON.
import { useRef, useState } from 'react';
import { controlClass, FieldError, FieldFrame } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useMapSource } from '../session-query.ts';
import { useDraft } from './area-draft.ts';
import { coverageOf, type Shape, shapeOf } from './coverage-shape.ts';
import { PolygonEditor } from './polygon-editor.tsx';
import { useShapeHistory } from './use-shape-history.ts';

interface CoverageFieldProps {
  readonly index: number;
}

export function CoverageField({ index }: CoverageFieldProps) {
  const { draft, valueAt, setValue, validationErrorAt, isReadOnly, unfinishedAt, setUnfinished } = useDraft();
  const mapSource = useMapSource();
  const path = `areas[${index}].coverage`;
  const value = valueAt('areas', path);
  const fault = validationErrorAt('areas', path);
  const setCoverage = (coverage: unknown) => setValue('areas', path, coverage);
  const history = useShapeHistory(value, setCoverage);
  const isDrawn = value !== 'everywhere';
  // "Everywhere" may be chosen by mistake: the polygons come back.
  const lastDrawn = useRef<unknown>(coverageOf([]));
  if (isDrawn) lastDrawn.current = value;
  const others = draft.areas.areas.flatMap(({ coverage }, nth): Shape[] => {
    const shape = nth === index ? null : shapeOf(coverage);
    return shape ? [shape] : [];
  });
  return (
    <div id="coverage" className="mt-4 grid scroll-mt-28 gap-3">
      <Select
        label="Coverage"
        className="w-64"
        value={isDrawn ? 'drawn' : 'everywhere'}
        disabled={isReadOnly}
        options={[
          { value: 'everywhere', label: 'Everywhere' },
          { value: 'drawn', label: 'Polygons on the map' },
        ]}
        onChange={(choice) => setCoverage(choice === 'everywhere' ? 'everywhere' : lastDrawn.current)}
      />
      {isDrawn && (
        <>
          <PolygonEditor
            {...{ history, others, isReadOnly }}
            drawn={unfinishedAt(index)}
            onDraw={(points) => setUnfinished(index, points)}
            source={mapSource}
          />
          {fault !== null && <FieldError>{fault}</FieldError>}
          <details>
            <summary className="cursor-pointer text-[0.8125rem] font-semibold">GeoJSON</summary>
            <GeoJsonField {...{ value, isReadOnly }} onChange={setCoverage} />
          </details>
        </>
      )}
    </div>
  );
}

interface GeoJsonFieldProps {
  readonly value: unknown;
  readonly isReadOnly: boolean;
  readonly onChange: (coverage: unknown) => void;
}

function GeoJsonField({ value, isReadOnly, onChange }: GeoJsonFieldProps) {
  // null: the text of the current value. While the field is edited, the text stays as it was typed.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <FieldFrame
      label="Coverage as GeoJSON"
      className="mt-2"
      hint="A Polygon or MultiPolygon with [longitude, latitude] positions."
    >
      {(controlProps) => (
        <textarea
          {...controlProps}
          rows={5}
          spellCheck={false}
          readOnly={isReadOnly}
          value={typed ?? JSON.stringify(value)}
          className={`${controlClass} font-mono text-[0.8125rem]`}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onChange(parseCoverage(event.currentTarget.value));
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </FieldFrame>
  );
}

/** Text that is not JSON is sent as it is; the server's validation reports it. */
function parseCoverage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

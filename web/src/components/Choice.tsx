/** One value of a few, kept in the URL by its owner. */
export function Choice(props: { label: string; values: string[]; value: string; onChange: (value: string) => void }) {
  return (
    <label class="choice">
      {props.label}
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.values.map((value) => <option key={value} value={value}>{value.replaceAll('_', ' ')}</option>)}
      </select>
    </label>
  );
}

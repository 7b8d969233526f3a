/** A state in words; colour only repeats what the word says. */
export function Tag(props: { state: string }) {
  return <span class={`tag ${props.state}`}>{props.state.replaceAll('_', ' ')}</span>;
}

/** What is wrong, said where it is seen; announced to screen readers. */
export function Notice(props: { text: string }) {
  return <div class="notice" role="status">{props.text}</div>;
}

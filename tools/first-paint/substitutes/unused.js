/** In place of a part of a library that the product never uses (tools/first-paint/unused-parts.ts). */
// oxlint-disable-next-line import/no-default-export
export default function Unused() {
  throw new Error(
    'This part of a library is left out of the build: look at tools/first-paint/unused-parts.ts.',
  );
}

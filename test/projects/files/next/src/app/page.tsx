import { Pets } from "./pets";

export default function Home() {
  return (
    <main>
      <Pets />
    </main>
  );
}

package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.plimsoll.server.http.Problem;

/**
 * The notes at instants of runs, stored in {@code notes.json} in each run's folder. A change is
 * published to the subscribers of the run. Thread-safe.
 */
public final class NoteBook {
  private static final String FILE = "notes.json";
  private static final int NOTES_MAX = 500;

  private final LiveRuns runs;

  /** The content of the file. */
  private record Page(List<Note> notes) {
    Page {
      notes = notes == null ? List.of() : List.copyOf(notes);
    }
  }

  public NoteBook(LiveRuns runs) {
    this.runs = runs;
  }

  /**
   * Returns the notes of a run, in the order of their instants.
   *
   * @throws Problem if there is no such run
   */
  public synchronized List<Note> of(String run) throws IOException {
    if (runs.folder(run).isEmpty() && runs.live(run).isPresent()) {
      return List.of();
    }
    return read(folder(run));
  }

  /**
   * Adds a note.
   *
   * @throws Problem if there is no such run, or it has no folder yet or too many notes
   */
  public synchronized Note add(String run, long atNanos, String text, String who)
      throws IOException {
    Path folder = folder(run);
    List<Note> notes = new ArrayList<>(read(folder));
    if (notes.size() >= NOTES_MAX) {
      throw Problem.conflict("A run can have at most " + NOTES_MAX + " notes.");
    }
    String id = UUID.randomUUID().toString().substring(0, 8);
    Note note = new Note(id, atNanos, text, who, Instant.now().toString());
    notes.add(note);
    notes.sort(Comparator.comparingLong(Note::atNanos));
    write(run, folder, notes);
    return note;
  }

  /**
   * Removes a note.
   *
   * @throws Problem if there is no such run or note
   */
  public synchronized void remove(String run, String id) throws IOException {
    Path folder = folder(run);
    List<Note> notes = new ArrayList<>(read(folder));
    if (!notes.removeIf(note -> note.id().equals(id))) {
      throw Problem.notFound("The run '" + run + "' has no note '" + id + "'.");
    }
    write(run, folder, notes);
  }

  private Path folder(String run) throws IOException {
    Path folder = runs.folder(run).orElse(null);
    if (folder != null) {
      return folder;
    }
    throw runs.live(run).isPresent()
        ? Problem.conflict("The run '" + run + "' has no folder yet. Try again in a second.")
        : Problem.notFound("There is no run '" + run + "'.");
  }

  private static List<Note> read(Path folder) throws IOException {
    return JsonFile.read(folder.resolve(FILE), Page.class, new Page(List.of())).notes();
  }

  private void write(String run, Path folder, List<Note> notes) throws IOException {
    JsonFile.write(folder.resolve(FILE), new Page(notes));
    runs.live(run).ifPresent(live -> live.feed().tell("notes", Map.of("notes", notes)));
  }
}

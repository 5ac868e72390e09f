package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.Workers;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.run.Templates;
import org.plimsoll.settings.ResolvedRun;
import org.plimsoll.settings.SpecFile;
import tools.jackson.databind.JsonNode;

/** The endpoints for templates: specs that are saved by name. */
public final class TemplateEndpoints {
  private static final String MASK = "***";
  private static final int NAME_CHARACTERS_MAX = 60;

  /** The maximum number of templates. */
  public static final int TEMPLATES_MAX = 200;

  private static final int CHARACTERS_MAX = 64 * 1024;

  private final LiveRuns runs;
  private final Workers workers;
  private final Templates templates;

  public TemplateEndpoints(LiveRuns runs, Workers workers) {
    this.runs = runs;
    this.workers = workers;
    this.templates = new Templates(runs.folder());
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/templates", "The templates: specs that are saved by name.", this::list),
        Endpoint.post(
                "/templates",
                "Saves a spec by name. Replaces a template of the same name.",
                workers.bounded(this::save))
            .body(Schemas.template())
            .answers(201, Schemas.object("a template")),
        Endpoint.delete("/templates/{template}", "Deletes a template.", this::delete)
            .answers(204, Map.of()));
  }

  private void list(Context request) throws IOException {
    Bodies.answer(request, Map.of("templates", templates.all()));
  }

  private void save(Context request) throws IOException {
    JsonNode body = Bodies.object(request, "name", "spec");
    String name = Bodies.text(body, "name");
    if (name == null || name.isBlank() || name.strip().length() > NAME_CHARACTERS_MAX) {
      String allowed = "a text of 1 to 60 characters";
      throw Bodies.invalid("name", "", allowed, "name: must be " + allowed);
    }
    JsonNode spec = body.path("spec");
    if (!spec.isObject()) {
      throw Bodies.invalid("spec", "", "an object", "spec: must be an object");
    }
    String text = ResultJson.mapper().writeValueAsString(spec);
    if (text.length() > CHARACTERS_MAX) {
      String allowed = "at most 64 KiB";
      throw Bodies.invalid("spec", "", allowed, "spec: must be " + allowed + ", was larger");
    }
    ResolvedRun resolved = runs.resolve(SpecFile.parse(text, "template"));
    for (ResolvedRun.Value value : resolved.values()) {
      if (value.text().contains(MASK)) {
        throw Problem.conflict(
            value.name()
                + ": is a secret, which a template cannot have. Give it by reference (env:NAME or"
                + " file:/path), or leave it out.");
      }
    }
    String own = name.strip();
    List<Templates.Template> known = templates.all();
    boolean isNew = known.stream().noneMatch(each -> each.name().equals(own));
    if (isNew && known.size() >= TEMPLATES_MAX) {
      throw Problem.conflict("At most " + TEMPLATES_MAX + " templates can be saved.");
    }
    Templates.Template template =
        new Templates.Template(own, Instant.now().toString(), Caller.of(request).name(), spec);
    templates.put(template);
    request.status(201);
    Bodies.answer(request, template);
  }

  private void delete(Context request) throws IOException {
    String name = request.pathParam("template");
    if (!templates.remove(name)) {
      throw Problem.notFound("There is no template '" + name + "'.");
    }
    request.status(204);
  }
}

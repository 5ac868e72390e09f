package org.example.folder;

import java.util.List;

class FolderFieldsTest extends FolderDriverTest {
  @Override
  protected List<String> fieldNames() {
    return List.of("name", "street", "city");
  }
}

import Mustache

/// A set of mustache templates whose values are escaped by ``HTMLText``.
package struct HTMLTemplates: Sendable {
    private let library: MustacheLibrary

    /// Reads the templates.
    ///
    /// - Parameter templates: The templates by name; a template refers to another one by that name.
    /// - Throws: The mistake in a template.
    package init(_ templates: [String: String]) throws {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        var library = MustacheLibrary()
        for (name, text) in templates {
            try library.register("{{% CONTENT_TYPE:\(HTMLText.name)}}" + text, named: name)
        }
        self.library = library
    }

    /// Renders a template.
    ///
    /// - Parameters:
    ///   - name: The name of one of the templates.
    ///   - values: The values, by the names that the template uses: a dictionary or the properties of a structure.
    /// - Returns: The HTML.
    package func html(_ name: String, _ values: Any) -> String {
        // All templates are registered.
        library.render(values, withTemplate: name) ?? ""
    }
}

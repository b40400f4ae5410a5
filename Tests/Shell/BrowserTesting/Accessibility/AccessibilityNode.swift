/// What the browser gives assistive technology of a page: a node with those below it.
package struct AccessibilityNode: Sendable {
    /// The role, such as `button`.
    package let role: String

    /// The accessible name; empty if there is none.
    package let name: String

    /// The content of a field; empty if there is none.
    package let value: String

    /// What describes it further; empty if there is nothing.
    package let description: String

    /// Its states: `focused`, `checked=mixed`, `level=2`; no state that is off.
    package let states: [String]

    /// The nodes below it.
    package let children: [AccessibilityNode]

    /// It and all nodes below it, in the order of the document.
    package var all: [AccessibilityNode] { [self] + children.flatMap(\.all) }

    /// The nodes of a role: it, if it has that, and those below it.
    package func all(_ role: String) -> [AccessibilityNode] { all.filter { $0.role == role } }

    /// The nodes that a user operates, it and below it, without a name.
    package var unnamedControls: [AccessibilityNode] {
        all.filter { $0.name.isEmpty && Self.controls.contains($0.role) }
    }

    private static let controls: Set<String> = [
        "button", "checkbox", "combobox", "Date", "link", "listbox", "menuitem", "radio", "searchbox", "slider",
        "spinbutton", "switch", "tab", "textbox",
    ]

    /// It and all nodes below it, a line each, indented.
    ///
    ///     main
    ///       heading “Items” level=1
    ///       textbox “New item” = “Buy milk” focused required
    package var outline: String { lines.joined(separator: "\n") }

    private var lines: [String] {
        var line = role
        if !name.isEmpty { line += " “\(name)”" }
        if !value.isEmpty { line += " = “\(value)”" }
        if !description.isEmpty { line += " (\(description))" }
        for state in states { line += " " + state }
        return [line] + children.flatMap(\.lines).map { "  " + $0 }
    }
}

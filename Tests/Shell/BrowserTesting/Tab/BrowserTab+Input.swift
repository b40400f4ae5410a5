import FeatureAPI

extension BrowserTab {
    /// Presses a button, a link, a checkbox, …, once the page, or a part of it, has the only one of this name.
    package func press(_ name: String, in scope: ElementQuery? = nil) async throws {
        let control = ElementQuery.control(name)
        try await click(scope.map(control.inside) ?? control)
    }

    /// Clicks the only element that matches a query, once there is one.
    package func click(_ query: ElementQuery) async throws { try await with(query) { try await $0.click() } }

    /// Types text into the field of a label, in place of what is in it, once the page, or a part of it, has the only one.
    package func type(_ text: String, into label: String, in scope: ElementQuery? = nil) async throws {
        let field = ElementQuery.field(label)
        try await with(scope.map(field.inside) ?? field) { element in
            let isFocused: Bool = try await evaluate(
                """
                const [element] = arguments;
                element.focus();
                element.select?.();
                return document.activeElement === element;
                """, element.argument)
            guard isFocused else {
                throw BrowserError(code: .elementNotInteractable, message: "it cannot be focused")
            }
            try await type(text.isEmpty ? String(Key.delete.character) : text)
        }
    }

    /// Types text where the focus is.
    package func type(_ text: String) async throws {
        // Other characters have no keys, and a long text takes seconds: both are inserted as by an input method.
        guard text.count <= 100, text.allSatisfy({ $0.utf16.count == 1 }) else {
            return try await develop("Input.insertText", ["text": .string(text)])
        }
        try await strike(text.map { $0.isNewline ? .enter : Key($0) })
    }

    /// Presses a key where the focus is, while others are held.
    package func press(_ key: Key, holding modifiers: Key...) async throws {
        try await strike([key], holding: modifiers)
    }

    private func strike(_ keys: [Key], holding modifiers: [Key] = []) async throws {
        let held = modifiers.map { Self.action("keyDown", $0) }
        let struck = keys.flatMap { [Self.action("keyDown", $0), Self.action("keyUp", $0)] }
        let released = modifiers.reversed().map { Self.action("keyUp", $0) }
        try await send(
            .post, "/actions",
            ["actions": [["type": "key", "id": "keyboard", "actions": .array(held + struck + released)]]])
    }

    private static func action(_ kind: JSONValue, _ key: Key) -> JSONValue {
        ["type": kind, "value": .string(String(key.character))]
    }

    /// Drags over an element, from a share of its width to another one.
    package func drag(over query: ElementQuery, from first: Double, to last: Double) async throws {
        let points: [Double] = try await with(query) { element in
            try await evaluate(
                """
                arguments[0].scrollIntoView({ block: "center" });
                const box = arguments[0].getBoundingClientRect();
                return [box.left + box.width * arguments[1], box.left + box.width * arguments[2], box.top + box.height / 2];
                """, element.argument, .number(first), .number(last))
        }
        let move = { (x: Double) -> JSONValue in
            ["type": "pointerMove", "duration": 100, "x": .number(x.rounded()), "y": .number(points[2].rounded())]
        }
        let steps: [JSONValue] = [
            move(points[0]), ["type": "pointerDown", "button": 0], move((points[0] + points[1]) / 2), move(points[1]),
            ["type": "pointerUp", "button": 0],
        ]
        try await send(
            .post, "/actions", ["actions": [["type": "pointer", "id": "mouse", "actions": .array(steps)]]])
    }

    /// Chooses the option with a text of the list with a label.
    package func choose(_ option: String, in label: String) async throws {
        try await click(.css("option").containing(option).inside(.field(label)))
    }
}

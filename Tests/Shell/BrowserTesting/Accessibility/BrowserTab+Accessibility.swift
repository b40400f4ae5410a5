import FeatureAPI

extension BrowserTab {
    /// The page as the browser gives it assistive technology.
    package func accessibility() async throws -> AccessibilityNode {
        try await retrying("the accessibility tree") { try await accessibilityNow() }
    }

    /// The page as the browser gives it assistive technology, unless it is being left.
    func accessibilityNow() async throws -> AccessibilityNode {
        let tree: AccessibilityTree = try await develop("Accessibility.getFullAXTree")
        guard let root = tree.root else {
            throw BrowserError(code: .noSuchElement, message: "the page has no accessibility tree")
        }
        return root
    }
}

/// The answer of `Accessibility.getFullAXTree`, of the DevTools protocol.
struct AccessibilityTree: Decodable {
    private let nodes: [Node]

    private struct Node: Decodable {
        let nodeId: String
        let parentId: String?
        let ignored: Bool
        let role: Value?
        let name: Value?
        let value: Value?
        let description: Value?
        let properties: [Property]?
        let childIds: [String]?
    }

    private struct Value: Decodable {
        let value: JSONValue?
    }

    private struct Property: Decodable {
        let name: String
        let value: Value
    }

    /// The document, without nodes that are ignored or only have the text of their parents.
    var root: AccessibilityNode? {
        let byID = Dictionary(nodes.map { ($0.nodeId, $0) }) { first, _ in first }
        return nodes.first { $0.parentId == nil }.map { node($0, byID) }
    }

    private func node(_ node: Node, _ byID: [String: Node]) -> AccessibilityNode {
        AccessibilityNode(
            role: text(node.role), name: text(node.name), value: text(node.value), description: text(node.description),
            states: (node.properties ?? []).compactMap(state), children: children(of: node, byID))
    }

    private func children(of parent: Node, _ byID: [String: Node]) -> [AccessibilityNode] {
        let children = (parent.childIds ?? []).compactMap { byID[$0] }.flatMap { child -> [AccessibilityNode] in
            let role = text(child.role)
            if role == "InlineTextBox" { return [] }
            let isPassedOver = child.ignored || (["generic", "LabelText"].contains(role) && text(child.name).isEmpty)
            return isPassedOver ? self.children(of: child, byID) : [node(child, byID)]
        }
        // A button's text is its name already.
        let repeatsName = children.allSatisfy { $0.role == "StaticText" } && !text(parent.name).isEmpty
        return repeatsName ? [] : children
    }

    private func text(_ value: Value?) -> String {
        switch value?.value {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .boolean(let flag): "\(flag)"
        default: ""
        }
    }

    private static let states: Set<String> = [
        "atomic", "busy", "checked", "disabled", "expanded", "focused", "hasPopup", "invalid", "keyshortcuts", "level",
        "live", "modal", "multiselectable", "pressed", "readonly", "required", "selected", "valuemax", "valuemin",
        "valuetext",
    ]

    private func state(_ property: Property) -> String? {
        guard Self.states.contains(property.name) else { return nil }
        switch text(property.value) {
        case "false", "": return nil
        case "true": return property.name
        case let value: return "\(property.name)=\(value)"
        }
    }
}

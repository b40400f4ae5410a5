@testable import ShellPages

/// Resolves the names in a template against what it is rendered with, as the renderer does.
struct TemplateTags {
    /// The names that no property has, with their templates.
    private(set) var unknown: Set<String> = []

    /// The tags that were resolved, with their templates.
    private(set) var resolved: Set<String> = []

    /// All tags of all templates but the names of partials.
    static let all = Set(
        Template.allCases.flatMap { template in
            tags(of: template).filter { !$0.name.isEmpty && ![">", "/"].contains($0.kind) }.map { tag in
                "\(template.rawValue): \(tag.kind)\(tag.name)"
            }
        })

    /// Resolves the tags of a part's template.
    mutating func resolve(_ template: Template, _ content: any PartContent, rendered: [String: String]) {
        resolve(template, stack: [rendered, content])
    }

    private struct Tag {
        let kind: String
        let name: String
    }

    private static func tags(of template: Template) -> [Tag] {
        template.text.matches(of: /\{\{\{?([#^\/>]?)([a-zA-Z.-]+)\}\}\}?/).map { match in
            Tag(kind: String(match.1), name: String(match.2))
        }
    }

    private mutating func resolve(_ template: Template, stack: [Any]) {
        resolve(Self.tags(of: template)[...], of: template, stack: stack)
    }

    private mutating func resolve(_ tags: ArraySlice<Tag>, of template: Template, stack: [Any]) {
        var rest = tags
        while let tag = rest.popFirst() {
            switch tag.kind {
            case ">":
                // The partial `hidden` is no template.
                if let partial = Template(rawValue: tag.name) { resolve(partial, stack: stack) }
            case "#", "^":
                let inner = Self.section(tag.name, from: &rest)
                guard let value = look(up: tag, of: template, in: stack) else { continue }
                for object in Self.objects(of: value) {
                    resolve(inner, of: template, stack: stack + (tag.kind == "#" ? object : []))
                }
            default: _ = look(up: tag, of: template, in: stack)
            }
        }
    }

    private mutating func look(up tag: Tag, of template: Template, in stack: [Any]) -> Any? {
        let shown = "\(template.rawValue): \(tag.kind)\(tag.name)"
        if tag.name == "." {
            resolved.insert(shown)
            return stack.last
        }
        for object in stack.reversed() {
            let found: Any?
            if let values = object as? [String: String] {
                found = values[tag.name]
            } else {
                found = Mirror(reflecting: object).children.first { $0.label == tag.name }?.value
            }
            guard let found else { continue }
            resolved.insert(shown)
            return found
        }
        unknown.insert(shown)
        return nil
    }

    /// The tags of a section, up to its end.
    private static func section(_ name: String, from rest: inout ArraySlice<Tag>) -> ArraySlice<Tag> {
        var depth = 0
        let inner = rest.prefix { tag in
            guard tag.name == name else { return true }
            if tag.kind == "/" { depth -= 1 } else if tag.kind == "#" || tag.kind == "^" { depth += 1 }
            return depth >= 0
        }
        rest = rest[inner.endIndex...].dropFirst()
        return inner
    }

    /// What the inside of a section is rendered with: nothing new for a truth value, each element of an array.
    private static func objects(of value: Any) -> [[Any]] {
        if value is Bool { return [[]] }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional, .collection: return mirror.children.map { [$0.value] }
        default: return [[value]]
        }
    }
}

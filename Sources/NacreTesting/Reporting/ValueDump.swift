/// A value as readable text: on one line if it is short, otherwise on several.
///
/// The text resembles the code that creates the value: `.created(name: "one")`.
struct ValueDump {
    /// The lines.
    let lines: [String]

    /// Formats a value with the descriptions of its types.
    init(_ value: Any) {
        lines = Node(value, usesDescriptions: true).lines
    }

    /// Formats a value field by field, without the descriptions of its types.
    static func deep(_ value: Any) -> ValueDump {
        ValueDump(lines: Node(value, usesDescriptions: false).lines)
    }

    private init(lines: [String]) {
        self.lines = lines
    }
}

/// A value as a tree of texts.
private indirect enum Node {
    case leaf(String)
    case group(String, [(label: String?, node: Node)], String)

    private static let width = 90
    private static let depth = 24

    init(_ value: Any, usesDescriptions: Bool, depth: Int = 0) {
        // A value may contain itself.
        guard depth < Self.depth else {
            self = .leaf("…")
            return
        }
        if let leaf = Self.text(of: value) {
            self = .leaf(leaf)
            return
        }
        let mirror = Mirror(reflecting: value)
        let isNominal = [.struct, .class, .enum, nil].contains(mirror.displayStyle)
        if isNominal, usesDescriptions || mirror.children.isEmpty, let words = Self.words(of: value) {
            self = .leaf(words)
            return
        }
        let members = mirror.children.map { child in
            (
                label: child.label.flatMap { $0.hasPrefix(".") ? nil : $0 },
                node: Node(child.value, usesDescriptions: usesDescriptions, depth: depth + 1)
            )
        }
        self = .group(members, of: value, mirror)
    }

    private static func group(_ members: [(label: String?, node: Node)], of value: Any, _ mirror: Mirror) -> Node {
        switch mirror.displayStyle {
        case .optional: members.first?.node ?? .leaf("nil")
        case .collection: .group("[", members.map { (nil, $0.node) }, "]")
        case .set: .group("[", sorted(members.map { (nil, $0.node) }), "]")
        case .dictionary: .group("[", sorted(members.map { (nil, $0.node.asEntry) }), "]")
        case .tuple: .group("(", members, ")")
        case .enum: member(members.first)
        default:
            members.isEmpty ? .leaf("\(mirror.subjectType)()") : .group("\(mirror.subjectType)(", members, ")")
        }
    }

    /// A case of an enumeration with its associated values.
    private static func member(_ member: (label: String?, node: Node)?) -> Node {
        guard let member, let name = member.label else { return .leaf("…") }
        if case .group("(", let members, ")") = member.node { return .group(".\(name)(", members, ")") }
        return .group(".\(name)(", [(nil, member.node)], ")")
    }

    /// An entry of a dictionary: a key and its value.
    private var asEntry: Node {
        guard case .group(_, let pair, _) = self, pair.count == 2 else { return self }
        return .group("", [(pair[0].node.onOneLine, pair[1].node)], "")
    }

    private static func sorted(_ members: [(label: String?, node: Node)]) -> [(label: String?, node: Node)] {
        members.sorted { $0.node.onOneLine < $1.node.onOneLine }
    }

    /// Texts and bytes, formatted as texts.
    private static func text(of value: Any) -> String? {
        switch value {
        case let text as String: quoted(text)
        case let text as Substring: quoted(String(text))
        case let character as Character: quoted(String(character))
        case let bytes as [UInt8] where !bytes.isEmpty: shown(bytes)
        default: nil
        }
    }

    /// A type's own description of a value; `nil` if it has none.
    private static func words(of value: Any) -> String? {
        switch value {
        case let value as any CustomStringConvertible: return value.description
        case let value as any CustomDebugStringConvertible: return value.debugDescription
        default:
            let mirror = Mirror(reflecting: value)
            guard mirror.children.isEmpty else { return nil }
            return mirror.displayStyle == .enum ? ".\(value)" : mirror.displayStyle == nil ? "\(value)" : nil
        }
    }

    private static let shownBytes = 2_048

    private static func shown(_ bytes: [UInt8]) -> String {
        let rest = bytes.count > shownBytes ? "… (\(bytes.count) bytes)" : ""
        let shown = bytes.prefix(shownBytes)
        let isText = shown.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        if isText, let text = String(validating: shown, as: UTF8.self) {
            return "bytes of \(quoted(text))\(rest)"
        }
        let digits = shown.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "bytes \(digits.joined(separator: " "))\(rest)"
    }

    /// A quoted text without invisible characters: terminal control characters and combining characters are escaped.
    private static func quoted(_ text: String) -> String {
        var shown = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case "\t": shown += "\\t"
            case "\"", "\\": shown += "\\\(scalar)"
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .spacingMark,
                    .enclosingMark, .surrogate, .privateUse, .unassigned:
                    shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                default: shown.unicodeScalars.append(scalar)
                }
            }
        }
        return shown + "\""
    }

    private var onOneLine: String {
        switch self {
        case .leaf(let text): text
        case .group(let opening, let members, let closing):
            opening
                + members.map { ($0.label.map { "\($0): " } ?? "") + $0.node.onOneLine }.joined(separator: ", ")
                + closing
        }
    }

    var lines: [String] {
        let line = onOneLine
        if line.utf8.count <= Self.width, !line.contains(where: \.isNewline) { return [line] }
        switch self {
        case .leaf(let text):
            return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        case .group(let opening, let members, let closing):
            var lines = opening.isEmpty ? [] : [opening]
            let margin = opening.isEmpty ? "" : "    "
            for (index, member) in members.enumerated() {
                var inner = member.node.lines
                if let label = member.label { inner[0] = "\(label): \(inner[0])" }
                if index < members.count - 1 { inner[inner.count - 1] += "," }
                lines += inner.map { margin + $0 }
            }
            return closing.isEmpty ? lines : lines + [closing]
        }
    }
}

import SwiftParser
import SwiftSyntax

/// The enums of keys inside an enum of events, by which `Codable` renames cases and fields.
struct KeyEnums {
    private let enums: [String: [String: String]]

    /// The keys of the cases; `nil` where each has its name.
    var cases: [String: String]? { enums["CodingKeys"] }

    /// The keys of the values of a case; `nil` where each has its label.
    func values(ofCase name: String) -> (name: String, keys: [String: String])? {
        let type = name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys"
        return enums[type].map { (type, $0) }
    }

    init(of event: EnumDeclSyntax) {
        var enums: [String: [String: String]] = [:]
        for member in event.memberBlock.members {
            guard let declaration = member.decl.as(EnumDeclSyntax.self),
                declaration.name.text.hasSuffix("CodingKeys")
            else { continue }
            enums[declaration.name.text] = Self.keys(of: declaration)
        }
        self.enums = enums
    }

    private static func keys(of declaration: EnumDeclSyntax) -> [String: String] {
        var keys: [String: String] = [:]
        for member in declaration.memberBlock.members {
            for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
                let name = element.name.text.withoutBackticks
                // The compiler refuses what is no literal.
                let text = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
                keys[name] = text ?? name
            }
        }
        return keys
    }
}

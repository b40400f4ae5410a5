import SwiftParser
import SwiftSyntax

/// The enums of coding keys inside an enum of events, which rename cases and fields as for `Codable`.
struct KeyEnums {
    private let enums: [String: [String: String]]

    /// The keys of the cases; `nil` if the keys are the names of the cases.
    var cases: [String: String]? { enums["CodingKeys"] }

    /// The keys of the values of a case; `nil` if the keys are the labels.
    func values(ofCase name: String) -> (name: String, keys: [String: String])? {
        // Swift takes the keys of a case's values from an enum named after the case.
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
                // The compiler rejects raw values that are not literals.
                let text = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
                keys[name] = text ?? name
            }
        }
        return keys
    }
}

import SwiftSyntax
import SwiftSyntaxMacros

extension EventDeclaration {
    /// Parses a declaration.
    ///
    /// - Throws: `DiagnosticsError` at a part that cannot be stored, with the remedy.
    init(reading declaration: some DeclGroupSyntax, attributedBy attribute: AttributeSyntax) throws {
        guard let declared = declaration.as(EnumDeclSyntax.self) else {
            throw StoredEventDiagnostic.notAnEnum.error(at: attribute)
        }
        if let generics = declared.genericParameterClause { throw StoredEventDiagnostic.generic.error(at: generics) }
        let keys = KeyEnums(of: declared)
        var cases: [Case] = []
        for member in declared.memberBlock.members {
            if let condition = member.decl.as(IfConfigDeclSyntax.self), condition.mentionsCases {
                throw StoredEventDiagnostic.conditional.error(at: condition)
            }
            guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
            for element in declaration.elements {
                let new = try Case(reading: element, keys)
                if cases.contains(where: { $0.name == new.name }) {
                    throw StoredEventDiagnostic.repeatedCase(new.name).error(at: element)
                }
                cases.append(new)
            }
        }
        if cases.isEmpty { throw StoredEventDiagnostic.noCases.error(at: declared.name) }
        let other = attribute.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
        let event = other?.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
        if let other, event == nil { throw StoredEventDiagnostic.notAType.error(at: other) }
        self.init(
            event: event ?? declared.name.text, standsForOther: event != nil, access: declared.accessModifier,
            cases: cases)
    }
}

extension EventDeclaration.Case {
    fileprivate init(reading element: EnumCaseElementSyntax, _ keys: KeyEnums) throws {
        let name = element.name.text
        let plain = name.withoutBackticks
        guard let key = keys.cases.map({ $0[plain] }) ?? plain else {
            throw StoredEventDiagnostic.noKey(plain, in: "CodingKeys").error(at: element)
        }
        let fields = keys.values(ofCase: plain)
        let values = try (element.parameterClause?.parameters ?? []).enumerated().map { index, parameter in
            let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
            // Swift stores a value without a label under its index.
            let plain = label?.withoutBackticks ?? "_\(index)"
            let field = fields.map { $0.keys[plain] } ?? plain
            if field == nil, parameter.defaultValue == nil {
                throw StoredEventDiagnostic.noKey(plain, in: fields?.name ?? "").error(at: parameter)
            }
            return EventDeclaration.Value(label: label, type: parameter.type.trimmedDescription, field: field)
        }
        self.init(name: name, key: key, values: values)
    }
}

extension IfConfigDeclSyntax {
    /// Whether the `#if` block contains cases; a macro sees them whether or not the condition holds.
    fileprivate var mentionsCases: Bool {
        clauses.contains { clause in
            clause.elements?.as(MemberBlockItemListSyntax.self)?.contains { $0.decl.is(EnumCaseDeclSyntax.self) }
                ?? false
        }
    }
}

extension EnumDeclSyntax {
    fileprivate var accessModifier: String {
        for modifier in modifiers where ["public", "package"].contains(modifier.name.text) {
            return modifier.name.text + " "
        }
        return ""
    }
}

extension String {
    var withoutBackticks: String { first == "`" ? String(dropFirst().dropLast()) : self }

    /// The name as a label: as labels, only these keywords need backticks.
    var label: String { ["inout", "var", "let"].contains(withoutBackticks) ? self : withoutBackticks }
}

public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Generates the codec of an enum of events as a member of the enum.
public struct StoredEventMacro: MemberMacro, ExtensionMacro {
    /// Generates the codec and, if the enum itself is stored, its `codec` property.
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let event = try EventDeclaration(reading: declaration, attributedBy: node)
        return CodecSource(event).members.map { "\(raw: $0)" }
    }

    /// Adds the conformance to `StoredEvent`, unless the enum declares it.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // The expansion of the members reports errors in the declaration; they are not repeated here.
        guard declaration.is(EnumDeclSyntax.self), !protocols.isEmpty else { return [] }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): StoredEvent {}")]
    }
}

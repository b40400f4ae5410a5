public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes the codec of an enum of events into it.
public struct StoredEventMacro: MemberMacro, ExtensionMacro {
    /// Writes the codec, and where the enum itself is stored, the property that names it.
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let event = try EventDeclaration(reading: declaration, attributedBy: node)
        return CodecSource(event).members.map { "\(raw: $0)" }
    }

    /// Says that the enum is a stored event, where it does not say so itself.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // What is wrong with the declaration is said once, where its members are written.
        guard declaration.is(EnumDeclSyntax.self), !protocols.isEmpty else { return [] }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): StoredEvent {}")]
    }
}

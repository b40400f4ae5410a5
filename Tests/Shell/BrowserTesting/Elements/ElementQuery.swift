import FeatureAPI

/// Which elements of a page.
package struct ElementQuery: Sendable, CustomStringConvertible {
    private var selector = "*"
    private var role: String?
    private var name: String?
    private var text: String?
    private var isPerceivable = false
    private var scopes: [ElementQuery] = []

    /// What is searched for, for messages.
    package private(set) var description: String

    private init(_ description: String) { self.description = description }

    /// The elements that a CSS selector matches.
    package static func css(_ selector: String) -> Self {
        var query = Self(selector)
        query.selector = selector
        return query
    }

    /// The elements of a role that assistive technology is given, as `heading` or `listitem`; of a whole name, if there is one.
    package static func role(_ role: String, named name: String? = nil) -> Self {
        var query = perceivable(role, named: name, matching: "*")
        query.role = role
        return query
    }

    /// A field that a user fills in, by its label: the whole accessible name.
    package static func field(_ label: String) -> Self {
        perceivable(
            "field", named: label,
            matching: """
                input:not([type=submit], [type=button], [type=reset]), select, textarea, [contenteditable], [role=textbox], \
                [role=searchbox], [role=combobox], [role=spinbutton]
                """)
    }

    /// What a user presses, by its whole accessible name: a button, a link, a checkbox, ….
    package static func control(_ name: String) -> Self {
        perceivable(
            "control", named: name,
            matching: """
                a[href], button, summary, input:is([type=submit], [type=button], [type=reset], [type=checkbox], \
                [type=radio]), [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], \
                [role=menuitem], [role=option]
                """)
    }

    private static func perceivable(_ noun: String, named name: String?, matching selector: String) -> Self {
        var query = Self(name.map { "\(noun) “\($0)”" } ?? noun)
        query.selector = selector
        query.name = name
        query.isPerceivable = true
        return query
    }

    /// Those of the elements that show a text, among others.
    package func containing(_ text: String) -> Self {
        var query = self
        query.text = text
        query.description += " with “\(text)”"
        return query
    }

    /// Those of the elements that are inside others.
    package func inside(_ scope: ElementQuery) -> Self {
        var query = self
        query.scopes.append(scope)
        query.description += " in \(scope)"
        return query
    }

    /// The query for ``script``: steps from the outermost scope to the elements.
    var steps: [JSONValue] {
        var step: [String: JSONValue] = ["selector": .string(selector), "isPerceivable": .boolean(isPerceivable)]
        step["role"] = role.map(JSONValue.string)
        step["name"] = name.map(JSONValue.string)
        step["text"] = text.map(JSONValue.string)
        return scopes.reversed().flatMap(\.steps) + [.object(step)]
    }

    /// The script that finds elements in one round trip.
    static let script = """
        const tidy = text => text.replace(/\\s+/g, " ").trim();
        const isPerceivable = element =>
            element.checkVisibility({ visibilityProperty: true }) && !element.closest("[aria-hidden=true]");
        const matches = (element, step) =>
            (step.role === undefined || element.computedRole === step.role)
            && (step.name === undefined || tidy(element.computedName) === tidy(step.name))
            && (step.text === undefined || tidy(element.innerText ?? "").includes(tidy(step.text)))
            && (!step.isPerceivable || isPerceivable(element));
        let found = [document];
        for (const step of arguments[0]) {
            const inside = found.flatMap(root => [...root.querySelectorAll(step.selector)]);
            found = [...new Set(inside)].filter(element => matches(element, step));
        }
        return found;
        """
}

import FeatureAPI

extension Problem {
    /// There is no page at the URL.
    static let noSuchPage = Problem(
        status: 404, code: "noSuchPage", detail: "There is nothing at this address. It may have been mistyped.")

    /// Pages are read and posted to, nothing else.
    static let noSuchMethod = Problem(
        status: 405, code: "methodNotAllowed", detail: "Pages have the methods GET and POST alone.")

    /// The body is no form.
    static let noForm = Problem(
        status: 400, code: "noForm", detail: "The form could not be read. Go back, load the page again, and repeat it.")

    /// The form was made for another session.
    static let otherForm = Problem(
        status: 403, code: "otherForm",
        detail: "The page is from another session. Load it again, and repeat what you did.")

    /// Another site has made the browser send the request.
    static let otherSite = Problem(
        status: 403, code: "otherSite", detail: "A page of another site asked for this. Open the page here instead.")

    /// The page does not have the action.
    static let noSuchAction = Problem(
        status: 400, code: "noSuchAction",
        detail: "The page has no such action. Load it again, and repeat what you did.")
}
